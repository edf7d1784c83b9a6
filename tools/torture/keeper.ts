/**
 * Loaded into a server before anything else: ends it when the process that started it is gone,
 * however that went, and takes its folder away.
 */
import { rmSync } from 'node:fs';

process.once('disconnect', () => {
  rmSync(process.env['TORTURE_FOLDER']!, { recursive: true, force: true });
  process.exit(1);
});
// The channel alone must not keep the process alive.
process.channel?.unref();
