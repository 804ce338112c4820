import Fastify from "fastify";

export async function serve(latchkey, port) {
  const app = Fastify();
  app.get("/", () => "The application");
  await app.register(async (scope) => {
    // Fastify reads no body of this scope.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.all("/id/*", (request, reply) => {
      reply.hijack();
      latchkey.handler(request.raw, reply.raw);
    });
  });
  await app.listen({ port });
  return app.server;
}
