import express from "express";

export function serve(latchkey, port) {
  const app = express();
  app.use("/id", latchkey.handler);
  app.use(express.urlencoded());
  app.get("/", (_request, response) => response.send("The application"));
  return app.listen(port);
}
