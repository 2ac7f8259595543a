/** What an app of either version takes a request with that its SDK has no type for. */
export interface ExtensibleApp<App> {
  onRequest(
    method: string,
    parser: (params: unknown) => unknown,
    handler: (request: { readonly params: unknown }) => Promise<object>,
  ): App;
}
