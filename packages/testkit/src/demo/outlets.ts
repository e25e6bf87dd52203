import type { EndpointInput } from '@netward/contract'
import type { DemoCompany } from './companies.ts'
import type { DemoConsole } from './console.ts'

type Isp = EndpointInput<'POST /api/v1/outlet/:outletId/line'>['isp']

/**
 * Location of a site: province, city, district, address, latitude, longitude; the department that runs it.
 */
type Place = readonly [string, string, string, string, number, number, string?]

const places: Readonly<Record<string, Place>> = {
  杭州西湖店: ['浙江省', '杭州市', '西湖区', '北山街 78 号', 30.259, 120.147, '华东区 / 杭州'],
  上海虹桥店: ['上海市', '上海市', '闵行区', '申虹路 9 号', 31.194, 121.318, '华东区 / 上海'],
  苏州观前店: ['江苏省', '苏州市', '姑苏区', '观前街 136 号', 31.311, 120.629, '华东区'],
  南京新街口店: ['江苏省', '南京市', '秦淮区', '汉中路 2 号', 32.042, 118.784, '华东区 / 南京'],
  宁波天一店: ['浙江省', '宁波市', '海曙区', '中山东路 188 号', 29.872, 121.556, '华东区'],
  无锡崇安店: ['江苏省', '无锡市', '梁溪区', '人民中路 139 号', 31.576, 120.302, '华东区'],
  合肥政务店: ['安徽省', '合肥市', '蜀山区', '习友路 1698 号', 31.801, 117.227],
  滨江路店: ['湖北省', '武汉市', '江岸区', '沿江大道 210 号', 30.605, 114.312],
  人民路店: ['湖北省', '武汉市', '武昌区', '民主路 66 号', 30.546, 114.309],
  大学城店: ['湖北省', '武汉市', '洪山区', '珞喻路 1037 号', 30.512, 114.41],
  科技园店: ['湖北省', '武汉市', '江夏区', '高新大道 888 号', 30.478, 114.53],
  火车站店: ['湖北省', '武汉市', '江汉区', '发展大道 185 号', 30.617, 114.256],
  湖滨店: ['湖北省', '武汉市', '武昌区', '水果湖路 8 号', 30.545, 114.35],
  建设路店: ['湖北省', '宜昌市', '西陵区', '东山大道 95 号', 30.706, 111.29],
  中山路店: ['湖北省', '荆州市', '沙市区', '北京中路 201 号', 30.312, 112.245],
  东门店: ['湖北省', '襄阳市', '襄城区', '东街 12 号', 32.01, 112.153],
  一号厂房: ['山东省', '青岛市', '黄岛区', '昆仑山路 18 号', 35.982, 120.177],
  二号厂房: ['山东省', '青岛市', '黄岛区', '昆仑山路 20 号', 35.983, 120.179],
  研发楼: ['山东省', '青岛市', '崂山区', '松岭路 169 号', 36.121, 120.466],
  物流仓: ['山东省', '潍坊市', '寒亭区', '民主街 3 号', 36.775, 119.219],
  华东分拨中心: ['江苏省', '昆山市', '花桥镇', '绿地大道 500 号', 31.302, 121.109],
  华南分拨中心: ['广东省', '东莞市', '虎门镇', '港口大道 66 号', 22.816, 113.672],
  总部: ['北京市', '北京市', '朝阳区', '建国路 93 号', 39.907, 116.468],
}

/** Shops open daily, offices and works on weekdays, warehouses around the clock. */
function hoursOf(site: string): string {
  if (site.endsWith('店')) return 'Mo-Th 09:00-22:00; Fr-Su 09:00-23:30; 2027-02-05/2027-02-08 10:00-18:00'
  return /仓|中心/.test(site) ? '24/7' : 'Mo-Fr 08:30-12:00,13:30-18:00'
}

/** Missing outlets of a demo company, by name. */
export async function makeOutlets(inside: DemoConsole, company: DemoCompany): Promise<void> {
  const { items } = await inside.call('POST /api/v1/outlet/lists', { pageSize: 200 })
  const { departments } = await inside.call('GET /api/v1/outlet/values', {})
  for (const [index, name] of company.sites.entries()) {
    const place = places[name]
    if (place === undefined || items.some((outlet) => outlet.name === name)) continue
    const [province, city, district, address, latitude, longitude, department] = place
    await inside.call('POST /api/v1/outlet', {
      name,
      code: `${company.code.toUpperCase()}-${String(index + 1).padStart(3, '0')}`,
      region: [province, city === province ? '' : city, district].join('/'),
      address,
      latitude,
      longitude,
      businessHours: hoursOf(name),
      contacts: [
        { name: `${name}值班`, phone: `1380000${String(1000 + index)}` },
        { name: '物业', phone: `0571-8888${String(1000 + index)}` },
      ],
      departmentId: departments.find((one) => one.name === department)?.id ?? null,
    })
  }
}

/** Assigns a connected gateway to its site's outlet, with the line of its WAN. */
export async function placeGateway(
  inside: DemoConsole,
  gateway: { deviceId: string; site: string; spare: boolean; number: number },
): Promise<void> {
  const { items } = await inside.call('POST /api/v1/outlet/lists', { search: gateway.site, pageSize: 10 })
  const outletId = items.find(({ name }) => name === gateway.site)?.id
  if (outletId === undefined) return
  const { deviceId, spare, number } = gateway
  await inside.call('POST /api/v1/device/batch/outlet', { deviceIds: [deviceId], outletId })
  const isps: readonly Isp[] = ['telecom', 'unicom', 'mobile']
  const isp = isps[(number + (spare ? 1 : 0)) % isps.length] ?? 'telecom'
  const { wan } = await inside.call('GET /api/v1/device/:deviceId', { deviceId })
  await inside.call('POST /api/v1/outlet/:outletId/line', {
    outletId,
    name: spare ? '备用线路' : '主用线路',
    isp,
    type: spare ? '4g' : number % 2 === 0 ? 'dedicated' : 'broadband',
    account: String(57_188_000_000 + number),
    downMbps: spare ? 100 : 500,
    upMbps: spare ? 30 : number % 2 === 0 ? 500 : 100,
    addressing: number % 2 === 0 && !spare ? 'static' : 'pppoe',
    ipAddress: number % 2 === 0 && !spare ? `203.0.113.${String(1 + (number % 250))}` : null,
    deviceId,
    wanName: wan[0]?.name ?? '',
    monthlyPrice: spare ? 199 : 1280,
    contractEnd: new Date(Date.now() + (20 + number * 11) * 86_400_000).toISOString().slice(0, 10),
  })
}
