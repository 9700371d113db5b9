/** Replaces the global setup of Jest, because the package is already built. */
export default () => undefined;
