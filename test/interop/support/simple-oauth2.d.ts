/** The parts of simple-oauth2 5 that the tests use; the package has no types of its own. */
declare module "simple-oauth2" {
  interface Configuration {
    client: { id: string; secret: string };
    auth: { tokenHost: string; tokenPath: string; authorizePath: string };
    options?: { authorizationMethod?: "header" | "body"; credentialsEncodingMode?: "strict" | "loose" };
  }

  class AuthorizationCode {
    constructor(configuration: Configuration);
    authorizeURL(parameters: Record<string, string>): string;
    getToken(parameters: Record<string, string>): Promise<{ token: { access_token: string } }>;
  }
}
