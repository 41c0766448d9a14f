// Lays out what the function serves: the documentation's files from npm, the documents as Markdown, what lies at the root;
// and everything that shrinks, compressed.
// usage: node scripts/finish.js ../functions/web/assets
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [assets] = process.argv.slice(2);
const docs = join(assets, "docs");
const swagger = "node_modules/swagger-ui-dist";

rmSync(docs, { recursive: true, force: true });
mkdirSync(docs, { recursive: true });
for (const file of readdirSync("docs")) cpSync(join("docs", file), join(docs, file));
for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"]) cpSync(join(swagger, file), join(docs, file));
// A link to what is not served, such as a decision, is left as its text.
const NOT_SERVED = /!?\[([^\]]*)\]\((?!https?:|#|[\w-]+\.md[#)])[^)]*\)/g;
for (const file of readdirSync("../docs").filter((name) => name.endsWith(".md"))) {
  writeFileSync(join(docs, file), readFileSync(join("../docs", file), "utf8").replace(NOT_SERVED, "$1"));
}
for (const file of readdirSync("root")) cpSync(join("root", file), join(assets, file));

for (const entry of readdirSync(assets, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !/\.(html|css|js|md|svg|txt|json)$/.test(entry.name)) continue;
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  rmSync(file);
}
