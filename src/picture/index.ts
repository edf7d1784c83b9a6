/** A run as a moving picture. */
export { motionPicture, PictureError } from './motion.ts';
