import { expect, test } from 'vitest'
import { signAliyun } from './aliyun.ts'
import { signDingTalk, signFeishu } from './robots.ts'
import { newWebhookSecret, signWebhook } from './standard-webhook.ts'
import { signTencent } from './tencent.ts'

test('signs as the example of Alibaba Cloud (request and signature mechanism V3)', () => {
  const { query, headers } = signAliyun({
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    parameters: {
      ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
      RegionId: 'cn-shanghai',
    },
    keyId: 'YourAccessKeyId',
    keySecret: 'YourAccessKeySecret',
    at: new Date('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  })
  expect(query).toBe('ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai')
  expect(headers['authorization']).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('encodes parameters by RFC 3986', () => {
  const { query } = signAliyun({
    host: 'dysmsapi.aliyuncs.com',
    action: 'SendSms',
    version: '2017-05-25',
    parameters: { B: "a b*~'(!)", A: '告警' },
    keyId: 'k',
    keySecret: 's',
    at: new Date(0),
    nonce: 'n',
  })
  expect(query).toBe('A=%E5%91%8A%E8%AD%A6&B=a%20b%2A~%27%28%21%29')
})

test('signs as the example of Tencent Cloud (signature v3)', () => {
  const headers = signTencent({
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    action: 'DescribeInstances',
    version: '2017-03-12',
    region: 'ap-guangzhou',
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
    secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
    at: new Date(1551113065_000),
  })
  expect(headers['authorization']).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  )
})

test('signs as the example of Standard Webhooks', () => {
  expect(
    signWebhook(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      new Date(1614265330_000),
      '{"test": 2432232314}',
    ),
  ).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})

// Computed with `openssl dgst -sha256 -mac HMAC` from the makers' descriptions: they publish no example.
test('signs for the robots of DingTalk and Feishu', () => {
  const at = new Date(1700000000_000)
  expect(signDingTalk('SECabc', at)).toEqual({
    timestamp: '1700000000000',
    sign: 'jcUpW0QmtKduN03n4JqQ0PBosVjqnM8gU7fIIvsDmCM=',
  })
  expect(signFeishu('abc', at)).toEqual({
    timestamp: '1700000000',
    sign: 'VIS10b0EBvzzSdFnuk4tznEmK5wHaruvf/WnViv2yR4=',
  })
})
