export const productCategories = ['network', 'quality', 'service', 'intelligence'] as const

/** `console`: a part of this console; `service`: provided by people. */
export const productTypes = ['console', 'service'] as const
