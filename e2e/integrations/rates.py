"""The subgraph `rates`. Needs: pip install "pyjwt[crypto]" graphql-core"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
from graphql import GraphQLError, build_schema, graphql_sync

KEYS_URL = os.environ.get("RATES_ASSERTION_JWKS_URL", "http://127.0.0.1:4010/.well-known/jwks.json")
KEYS = jwt.PyJWKClient(KEYS_URL, lifespan=60, timeout=5)
# What the gateway composes.
SDL = """
extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@requiresScopes"])

type Query {
  "Price of one unit of an asset in EUR, as a decimal string; null for an unknown asset."
  rate("Symbol of the asset." asset: String!): String @requiresScopes(scopes: [["trpd:read"]])
}
"""
SCHEMA = build_schema("type Query { rate(asset: String!): String _service: _Service! } type _Service { sdl: String! }")
PRICES = {"BTC": "91250.50", "ETH": "3105.75"}


def caller_of(assertion):
    """The claims about the caller. Raises jwt.PyJWTError for an assertion that must be refused."""
    key = KEYS.get_signing_key_from_jwt(assertion)
    required = {"require": ["iss", "aud", "sub", "iat", "exp"]}
    if jwt.get_unverified_header(assertion).get("typ") != "identity-assertion+jwt":
        raise jwt.InvalidTokenError("this is not an identity assertion")
    return jwt.decode(
        assertion, key, algorithms=["EdDSA"], issuer="gateway", audience="rates", leeway=5, options=required
    )


class Root:
    def __init__(self, caller):
        self.scopes = caller["scopes"]

    def _service(self, _info):
        return {"sdl": SDL}

    def rate(self, _info, asset):
        # Again, although the gateway has checked it: the port may be reached in other ways.
        if "trpd:read" not in self.scopes:
            # With a code: the message of an error without one is not shown to clients.
            raise GraphQLError("This needs trpd:read.", extensions={"code": "FORBIDDEN"})
        return PRICES.get(asset)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            caller = caller_of(self.headers.get("x-identity-assertion", ""))
        except jwt.PyJWTError:
            return self.respond(401, {"errors": [{"message": "A valid identity assertion is needed."}]})
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        result = graphql_sync(SCHEMA, body["query"], Root(caller), variable_values=body.get("variables"))
        return self.respond(200, result.formatted)

    def respond(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("RATES_PORT", "4005"))), Handler).serve_forever()
