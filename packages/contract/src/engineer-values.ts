/** Fewer answers within the last 12 months say too little for a mean. */
export const fewestRatings = 5
export const mostCertificates = 50
export const mostExternalEngineers = 1000
/** Megabytes of the picture or PDF of a certificate, and pixels of a side. */
export const certificateFileLimits = { megabytes: 8, pixels: 2400 } as const
