// The addresses of hexpress on the web. A link with an empty address is not shown.
export const BOOK = "";
export const SOURCE = "";
