// Where hexpress is on the web. An empty address is not shown.
export const BOOK = "";
export const SOURCE = "";
