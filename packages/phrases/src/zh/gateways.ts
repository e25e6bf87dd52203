/** Refused rows of an import of pre-registrations. */
export const gateways = {
  import: {
    serialMissing: '缺少序列号',
    serialTooLong: '序列号不能超过 64 个字符',
    ouiOrModel: 'OUI 和型号至少填写一项',
    ouiWrong: 'OUI 应为 6 位十六进制数',
    tooLong: '某个字段过长',
    twice: '与前面的行重复',
  },
}
