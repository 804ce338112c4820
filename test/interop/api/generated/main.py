# Creates a client with what openapi-python-client made of /openapi.json, and prints the client ids that the list then has, one a line.
import os

from latchkey_admin_api_client import AuthenticatedClient
from latchkey_admin_api_client.api.clients import create_client, list_clients
from latchkey_admin_api_client.models import NewClient

api = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["TOKEN"])
create_client.sync(client=api, body=NewClient(name="Made by Python", redirect_uris=["https://python.example/cb"]))
for item in list_clients.sync(client=api).items:
    print(item.client_id)
