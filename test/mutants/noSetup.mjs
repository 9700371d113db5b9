/** The package is built already. */
export default () => undefined;
