/** Query key prefix of the lists and of the texts that are mapped to them. */
export const LISTS_KEY = ['lists']
