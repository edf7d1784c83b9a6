/** The wire: HTTP, authentication, media types, watches, discovery. The only room that knows HTTP. */
export { createServerApp, type ServerApp, type ServerAppOptions, type Answered } from './app.ts';
export { makeCertificate, type Certificate } from './certificate.ts';
export { listen, type Listening, type ListenOptions, type Timeouts } from './listen.ts';
export { admin, readTokenFile, TokenFileError, Tokens } from './auth/tokens.ts';
export type { User } from './auth/user.ts';
export type { ExtraRoute } from './rest.ts';
