import logging
import os
from typing import Annotated
from urllib.parse import urlsplit

import jwt
import uvicorn
from fastapi import Depends, FastAPI, Header, HTTPException

issuer = os.environ.get("LATCHKEY_URL", "http://localhost:8080")
resource = os.environ.get("RESOURCE", "http://localhost:4000/orders")
path = urlsplit(resource).path
metadata_path = f"/.well-known/oauth-protected-resource{path}"
metadata_url = resource.removesuffix(path) + metadata_path

keys = jwt.PyJWKClient(f"{issuer}/.well-known/jwks.json")
log = logging.getLogger("uvicorn.error")


def refusal(status: int, error: str = "") -> HTTPException:
    challenge = f'Bearer {error}resource_metadata="{metadata_url}"'
    return HTTPException(status, headers={"WWW-Authenticate": challenge})


def allow(scope: str):
    """Lets a request through whose token is for this API and has the scope."""

    def check(authorization: Annotated[str, Header()] = "") -> dict:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or token == "":
            raise refusal(401)
        try:
            key = keys.get_signing_key_from_jwt(token)
            read = jwt.decode_complete(
                token,
                key,
                algorithms=["ES256"],
                issuer=issuer,
                audience=resource,
                leeway=10,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
            if read["header"].get("typ", "").lower() != "at+jwt":
                raise jwt.InvalidTokenError("typ is not at+jwt")
            if "cnf" in read["payload"]:
                raise jwt.InvalidTokenError("bound to a key, so no bearer token")
        except jwt.PyJWKClientConnectionError as error:
            raise HTTPException(503) from error  # The keys cannot be fetched: not the caller's fault.
        except jwt.PyJWTError as error:
            log.warning("Token refused: %s %s", type(error).__name__, error)
            raise refusal(401, 'error="invalid_token", ') from error
        if scope not in read["payload"].get("scope", "").split():
            raise refusal(403, f'error="insufficient_scope", scope="{scope}", ')
        return read["payload"]

    return check


app = FastAPI()


@app.get(metadata_path)
def metadata() -> dict:
    return {
        "resource": resource,
        "authorization_servers": [issuer],
        "scopes_supported": ["orders:read", "orders:write"],
        "bearer_methods_supported": ["header"],
    }


@app.get(path)
def read_orders(token: Annotated[dict, Depends(allow("orders:read"))]) -> dict:
    return {"person": token["sub"], "orders": [{"id": 1, "item": "A teapot"}]}


@app.post(path, status_code=201)
def add_order(token: Annotated[dict, Depends(allow("orders:write"))]) -> dict:
    return {"id": 2}


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=urlsplit(resource).port or 80)
