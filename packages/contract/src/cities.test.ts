import { expect, test } from 'vitest'
import { cities, cityOf, guessCity } from './cities.ts'

test('every code is six digits and stands for one city', () => {
  expect(new Set(cities.map(({ code }) => code)).size).toBe(cities.length)
  expect(
    cities.every(({ code, name, short }) => /^\d{6}$/.test(code) && name !== '' && short.length > 1),
  ).toBe(true)
  expect(cityOf('310000')).toMatchObject({ name: '上海市', province: '上海市', short: '上海' })
  expect(cityOf('433100')).toMatchObject({ name: '湘西土家族苗族自治州', short: '湘西' })
  expect(cityOf('999999')).toBeNull()
})

test.each([
  ['华东/上海/浦东', '', '310000'],
  ['华东/江苏/南京', '', '320100'],
  ['东北/吉林/长春', '', '220100'],
  ['东北/吉林', '', '220200'],
  ['', '江苏省苏州市姑苏区干将西路 1 号', '320500'],
  ['', '北京市朝阳区建国路 88 号', '110000'],
  ['', '上海市黄浦区南京东路 800 号', '310000'],
  ['', '广东深圳南山区', '440300'],
  ['', '湖北省仙桃市沔阳大道', '429004'],
  ['', '内蒙古呼伦贝尔海拉尔区', '150700'],
  ['', '中山路 12 号', null],
  ['', '南京市路口', null],
  ['华东', '人民路 1 号', null],
  ['', '', null],
])('%j with the address %j lies in %j', (region, address, expected) => {
  expect(guessCity(region, address)).toBe(expected)
})
