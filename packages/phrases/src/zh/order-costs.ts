export const orderCosts = {
  title: '费用',
  free: '本合同年度免费工单剩余 {{left}} / {{free}}，{{resetsOn}} 重置',
  usedUp: '本合同年度 {{free}} 个免费工单已用完，{{resetsOn}} 重置',
  confirm: '确认本单费用 {{price}} 元',
  within: '套餐内',
  beyond: '超出套餐，未约定价格',
  beyondPrice: '超出套餐，{{price}} 元',
  prices: '价格（元）',
  priceOf: {
    order: '超出套餐的工单（每单）',
    visit: '上门（每次）',
    overtime: '加班（每小时）',
    part: '更换备件（每件）',
  },
  none: '未约定',
}
