export const orderCosts = {
  title: 'Cost',
  free: '{{left}} of {{free}} free work orders left in this contract year; it ends on {{resetsOn}}',
  usedUp: 'All {{free}} free work orders of this contract year are used; it ends on {{resetsOn}}',
  confirm: 'This work order costs {{price}} yuan',
  within: 'Within the package',
  beyond: 'Beyond the package, no price agreed',
  beyondPrice: 'Beyond the package, {{price}} yuan',
  prices: 'Prices (yuan)',
  priceOf: {
    order: 'Work order beyond the package',
    visit: 'Visit',
    overtime: 'Hour of overtime',
    part: 'Replaced part',
  },
  none: 'Not agreed',
}
