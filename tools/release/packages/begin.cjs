// Begins the script of the program: only a module in a file may import others.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- a single executable can load nothing else
void import(require('node:url').pathToFileURL(process.argv[1]).href);
