import { expect, test } from 'vitest'
import { robotHash } from './robot-hash.ts'

const wecom = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send'
const dingtalk = 'https://oapi.dingtalk.com/robot/send'

test('addresses of one robot have one hash, whatever else they hold', () => {
  expect(robotHash('wecom', `${wecom}?debug=1&key=k1`)).toEqual(robotHash('wecom', `${wecom}?key=k1`))
  expect(robotHash('dingtalk', `${dingtalk}?access_token=t&timestamp=1`)).toEqual(
    robotHash('dingtalk', `${dingtalk}?access_token=t`),
  )
  expect(robotHash('feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/h1')).toEqual(
    robotHash('feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/h1?x=1'),
  )
})

test('other robots have others, also behind a relay', () => {
  const hashes = [
    robotHash('wecom', `${wecom}?key=k1`),
    robotHash('wecom', `${wecom}?key=k2`),
    robotHash('dingtalk', `${dingtalk}?access_token=k1`),
    robotHash('wecom', 'https://relay.example/a'),
    robotHash('wecom', 'https://relay.example/b'),
  ].map((hash) => hash.toString('hex'))
  expect(new Set(hashes).size).toBe(hashes.length)
})
