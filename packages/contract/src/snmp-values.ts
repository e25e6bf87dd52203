/** Closed lists of SNMP credentials, without a library. */

export const snmpVersions = ['v1', 'v2c', 'v3'] as const
export type SnmpVersion = (typeof snmpVersions)[number]

/** RFC 3414 (MD5, SHA-1) and RFC 7860. */
export const authProtocols = ['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const
export type AuthProtocol = (typeof authProtocols)[number]

/**
 * RFC 3414 (DES), RFC 3826 (AES-128), and both extensions of keys for AES-256 that makers use: Blumenthal (`aes256b`)
 * and Reeder (`aes256r`, Cisco).
 */
export const privacyProtocols = ['des', 'aes', 'aes256b', 'aes256r'] as const
export type PrivacyProtocol = (typeof privacyProtocols)[number]

/** RFC 3414 §11.2: at least eight characters. */
export const passphraseLength = { least: 8, most: 64 } as const
