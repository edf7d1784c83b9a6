/** What a write does, in v1.24's words. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
