/** A harness served over one version of the protocol. */
export interface ServedVersion<App> {
  readonly app: App;
  readonly dispose: () => Promise<void>;
}
