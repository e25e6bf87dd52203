/** Documents that the platform may publish, which people accept before they use it. */
export const documentKinds = ['terms', 'privacy'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentLength = 50_000

/** A document is a text, or the address of one. */
export const isAddress = (content: string): boolean => /^https:\/\/\S+$/.test(content)
