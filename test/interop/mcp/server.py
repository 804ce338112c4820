import os
from urllib.parse import urlsplit

import anyio
import httpx2
import jwt
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer

ISSUER = os.environ.get("ISSUER", "http://localhost:8080")
RESOURCE = os.environ.get("RESOURCE", "http://localhost:3001/mcp")


class JwtVerifier(TokenVerifier):
    """Only a token of this service, for this server."""

    def __init__(self) -> None:
        service = httpx2.get(f"{ISSUER}/.well-known/oauth-authorization-server").json()
        self.keys = jwt.PyJWKClient(service["jwks_uri"])

    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            if jwt.get_unverified_header(token).get("typ") != "at+jwt":
                return None
            key = await anyio.to_thread.run_sync(self.keys.get_signing_key_from_jwt, token)
            claims = jwt.decode(token, key, algorithms=["ES256"], issuer=ISSUER, audience=RESOURCE)
        except jwt.PyJWKClientConnectionError:
            raise
        except jwt.PyJWTError:
            return None
        return AccessToken(
            token=token,
            client_id=claims["client_id"],
            scopes=claims["scope"].split(),
            expires_at=claims["exp"],
            resource=claims["aud"],
            subject=claims["sub"],
        )


server = MCPServer(
    "orders",
    token_verifier=JwtVerifier(),
    auth=AuthSettings(
        issuer_url=ISSUER,
        resource_server_url=RESOURCE,
        required_scopes=["orders:read"],
        validate_token_resource=True,
    ),
)


@server.tool()
def list_orders() -> str:
    """Lists your orders."""
    token = get_access_token()
    return f"The orders of {token.subject if token else 'nobody'}: A-1001"


if __name__ == "__main__":
    server.run("streamable-http", port=urlsplit(RESOURCE).port or 3001)
