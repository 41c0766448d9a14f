SwaggerUIBundle({
  url: "../openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // A key typed here is gone with the page.
  persistAuthorization: false,
  validatorUrl: null,
});
