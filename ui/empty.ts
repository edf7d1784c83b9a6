/** A page with a run in it brings neither scenarios nor lessons along. */
export default [];
