import type { Application } from "../application.ts";

export const adminer: Application = {
  name: "adminer",
  label: "Adminer",
  is: "looks into databases, in one file of PHP",
  category: "data",
  connection: { kind: "proxy" },
  reads: {},
  settings: [
    {
      in: "Only for databases without a password, such as SQLite: `adminer-plugins.php` beside it",
      language: "php",
      text: `<?php
return array(
    new AdminerLoginPasswordLess(password_hash("A_PASSWORD", PASSWORD_DEFAULT)),
);`,
    },
  ],
  traps: [
    {
      see: "a form for the database after the sign-in at Latchkey",
      do: "that is so by design: Adminer has no accounts, and the database asks who is there. Latchkey decides who may see the form",
    },
    {
      see: "a database without a password is refused",
      do: "Adminer refuses those, unless its plugin for them has a password of its own",
    },
  ],
  sources: [
    {
      url: "https://github.com/vrana/adminer/blob/0541680d7371/plugins/login-password-less.php",
      for: "the plugin for databases without a password",
    },
    { for: "the file that lists plugins" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
