import { expect, test } from 'vitest'
import { fitParameter } from './sms-parameters.ts'

test.each([
  ['leaves what fits', 'Core switch', 'aliyun', 20, 'Core switch'],
  ['cuts at 20 characters for Alibaba Cloud', 'a'.repeat(21), 'aliyun', 100, `${'a'.repeat(19)}…`],
  [
    'cuts at 12 characters for Tencent Cloud',
    '上海南京路门店核心交换机一',
    'tencent',
    20,
    '上海南京路门店核心交换…',
  ],
  ['cuts at fewer where the gateway is set so', '上海南京路门店', 'tencent', 6, '上海南京路…'],
  ['keeps a pair of surrogates together', '🏬🏬🏬🏬🏬', 'aliyun', 4, '🏬🏬🏬…'],
  ['has no addresses', 'Shop https://evil.test/x?y=1 north', 'aliyun', 20, 'Shop north'],
  ['has no addresses without a scheme', 'WWW.evil.test shop', 'tencent', 12, 'shop'],
  ['has no signature brackets', '【银行】网关', 'aliyun', 20, '[银行]网关'],
  ['is one line', ' a\r\n\tb ', 'aliyun', 20, 'a b'],
] as const)('%s', (_rule, value, provider, most, fitted) => {
  expect(fitParameter(value, provider, most)).toBe(fitted)
})
