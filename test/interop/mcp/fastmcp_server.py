import os
from urllib.parse import urlsplit

from fastmcp import FastMCP
from fastmcp.server.auth import RemoteAuthProvider
from fastmcp.server.auth.providers.jwt import JWTVerifier
from fastmcp.server.dependencies import get_access_token

ISSUER = os.environ.get("ISSUER", "http://localhost:8080")
RESOURCE = urlsplit(os.environ.get("RESOURCE", "http://localhost:3001/mcp"))

verifier = JWTVerifier(
    jwks_uri=f"{ISSUER}/.well-known/jwks.json",
    issuer=ISSUER,
    audience=RESOURCE.geturl(),
    algorithm="ES256",
    required_scopes=["orders:read"],
)
# The issuer is a plain text: AnyHttpUrl would add a slash, and then no client accepts the service's own metadata.
auth = RemoteAuthProvider(verifier, [ISSUER], base_url=f"{RESOURCE.scheme}://{RESOURCE.netloc}")
server = FastMCP("orders", auth=auth)


@server.tool
def list_orders() -> str:
    """Lists your orders."""
    token = get_access_token()
    return f"The orders of {token.claims['sub'] if token else 'nobody'}: A-1001"


if __name__ == "__main__":
    server.run("http", port=RESOURCE.port or 3001, path=RESOURCE.path)
