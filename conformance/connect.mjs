// The TypeScript client connects by sign-in alone: `node connect.mjs PACKAGES URL`. It prints the address that a browser
// would open, reads the address that the browser came back to, and prints the names of the tools.
import { createInterface } from "node:readline/promises";

const [packages, url] = process.argv.slice(2);
const sdk = (file) => import(`${packages}/@modelcontextprotocol/sdk/dist/esm/client/${file}.js`);
const { Client } = await sdk("index");
const { StreamableHTTPClientTransport } = await sdk("streamableHttp");
const { UnauthorizedError } = await sdk("auth");

const REDIRECT = "http://127.0.0.1:43111/callback";
const kept = {};
const provider = {
  redirectUrl: REDIRECT,
  clientMetadata: { client_name: "TypeScript client", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
  state: () => "a-state",
  clientInformation: () => kept.client,
  saveClientInformation: (client) => { kept.client = client; },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => { kept.tokens = tokens; },
  saveCodeVerifier: (verifier) => { kept.verifier = verifier; },
  codeVerifier: () => kept.verifier,
  redirectToAuthorization: (address) => console.log(String(address)),
};

const connect = async () => {
  const client = new Client({ name: "connect", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  try {
    await client.connect(transport);
    return client;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    const back = new URL(await createInterface({ input: process.stdin }).question(""));
    await transport.finishAuth(back.searchParams.get("code"));
    return undefined;
  }
};

const client = (await connect()) ?? (await connect());
console.log(JSON.stringify((await client.listTools()).tools.map((tool) => tool.name)));
process.exit(0);
