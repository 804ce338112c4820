import {
  type PushedAnswer,
  type PushedForm,
  pushedRequestEndpoint,
} from "../../flows/endpoint/pushed-request.ts";
import { pageErrors, redirectErrors } from "../../protocol/authorization/errors.ts";
import type { AuthorizationRefusal } from "../../protocol/authorization/request.ts";
import type { WireError } from "../../protocol/wire-error.ts";
import type { ClientRoute } from "./client-endpoint.ts";

/** The endpoint for pushed authorization requests (RFC 9126 §2). */
export const pushedRequest: ClientRoute<PushedForm, PushedAnswer> = {
  endpoint: pushedRequestEndpoint,
  reply: (answer) => {
    if (answer.kind === "pushed")
      return { status: 201, body: { request_uri: answer.requestUri, expires_in: answer.expiresIn } };
    const { error, description } = errorOf(answer.refusal);
    return { status: 400, body: { status: "error", error, error_description: description } };
  },
};

function errorOf(refusal: AuthorizationRefusal): WireError {
  return refusal.errorFormat === "page" ? pageErrors[refusal.reason] : redirectErrors[refusal.reason];
}
