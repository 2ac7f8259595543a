export { describeChange, type Explain, type ProxyChange } from "./explain.ts";
export type { LinePeer } from "./lines/line-transport.ts";
export {
  startProxy,
  type Proxy,
  type ProxyEnd,
  type ProxyHostParts,
  type ProxyOptions,
} from "./start-proxy.ts";
