/** HTTP, authentication, media types, watches, discovery. The only room that knows HTTP. */
export { createServerApp, type ServerApp } from './app.ts';
export type { SeenRequest } from './observers/seen-request.ts';
export type { Answered, ServerAppOptions } from './app-options.ts';
export { makeAuthority, makeClient, makeServing, type Certificate } from './tls/certificate.ts';
export { servingTls, type Shown } from './tls/serving.ts';
export { checkAuthority } from './tls/check-authority.ts';
export {
  checkTokenKey,
  checkVerifyingKey,
  makeTokenKey,
  TokenSigner,
} from './auth/token-signer.ts';
export { listen, type Listening, type ListenOptions, type Timeouts } from './connection/listen.ts';
export type { Tls } from './tls/tls.ts';
export { admin, readTokenFile, TokenFileError, Tokens } from './auth/tokens.ts';
export type { User } from './auth/user.ts';
export type { ExtraRoute, LoadRoutes, Order } from './routes/rest.ts';
export { yamlInThread, type YamlForm } from './yaml/yaml-thread.ts';
export { listenPage, type PageListening } from './page/listen-page.ts';
export type { LivePage, RecordReader, ServedPage } from './page/page.ts';
export { RequestLog } from './observers/request-log.ts';
export { ClientMeter, type SeenClient } from './observers/client-meter.ts';
export { protobufDecoder } from './protobuf/decoder.ts';
