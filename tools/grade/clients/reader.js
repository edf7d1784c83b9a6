/** A reader, such as a dashboard: an informer and nothing else. `node reader.js [BUG]` */
import { Informer } from './informer.js';

process.on('unhandledRejection', (error) => {
  console.error(error);
  process.exit(1);
});

const [, , bug] = process.argv;
await new Informer('/api/v1/namespaces/default/configmaps', bug).start();
console.log('listed');
