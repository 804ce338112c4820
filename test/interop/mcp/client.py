"""An agent on the official Python client, 1.x or 2.x. It prints where its person must go and reads where the person came back."""

import asyncio
import json
import sys
from importlib.metadata import version

from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata

is_two = version("mcp").startswith("2.")
if is_two:
    import httpx2 as httpx
    from mcp import Client
    from mcp.client.auth.oauth2 import AuthorizationCodeResult
else:
    import httpx

options = json.loads(sys.argv[1])


class Storage:
    tokens = None
    client = OAuthClientInformationFull(**options["registered"]) if "registered" in options else None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


async def open_browser(location):
    print(json.dumps({"open": location}), flush=True)


async def come_back():
    answer = json.loads(await asyncio.to_thread(sys.stdin.readline))
    if is_two:
        return AuthorizationCodeResult(code=answer["code"], state=answer["state"], iss=answer["iss"])
    return answer["code"], answer["state"]


provider = OAuthClientProvider(
    server_url=options["url"],
    client_metadata=OAuthClientMetadata(client_name="Python agent", redirect_uris=[options["redirect_uri"]]),
    storage=Storage(),
    redirect_handler=open_browser,
    callback_handler=come_back,
    client_metadata_url=options.get("document"),
)


async def call(session):
    for name, arguments in options["calls"]:
        if name == "expire":
            provider.context.current_tokens.access_token = "expired"
            provider.context.token_expiry_time = 1
            continue
        result = await session.call_tool(name, arguments)
        print(json.dumps({"said": result.content[0].text}), flush=True)


async def main():
    async with httpx.AsyncClient(auth=provider, timeout=30) as http:
        transport = streamable_http_client(options["url"], http_client=http)
        if is_two:
            async with Client(transport, mode=options["mode"]) as client:
                await call(client)
            return
        async with transport as (read, write, _):
            async with ClientSession(read, write) as session:
                await session.initialize()
                await call(session)


asyncio.run(main())
