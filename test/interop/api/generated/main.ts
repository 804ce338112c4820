// Creates a client with what openapi-typescript made of /openapi.json, and prints the client ids that the list then has, one a line.
import createClient from "openapi-fetch";
import type { paths } from "./admin.d.ts";

const api = createClient<paths>({
  baseUrl: process.env.API ?? "",
  headers: { authorization: `Bearer ${process.env.TOKEN}` },
});
await api.POST("/clients", {
  body: { name: "Made by TypeScript", redirect_uris: ["https://typescript.example/cb"] },
});
const { data } = await api.GET("/clients");
for (const { client_id } of data?.items ?? []) console.log(client_id);
