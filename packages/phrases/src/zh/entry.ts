import { signIn } from './sign-in.ts'

/**
 * All that is downloaded before somebody is signed in with a password. The areas with the same names hold these
 * phrases too, and more; they come with the console.
 */
export const entry = {
  common: {
    productName: 'Netward',
    productLine: '企业网络运维管理平台',
    back: '返回',
    retry: '重试',
    loading: '加载中…',
    warning: '提示',
    unexpectedTitle: '页面出现异常',
    unexpectedHint: '请重新加载页面。如问题仍然存在，请联系管理员。',
    reloadPage: '重新加载',
    failedItems: '发生以下错误',
    failedItem: '{{ip}}：{{reason}}',
    systemError: '系统异常',
    timeout: '接口响应超时',
    answerTimeout: '服务接口响应超时',
    networkError: '网络连接异常，请检查网络后重试。',
    signInAgain: '重新登录',
    dismiss: '关闭通知',
  },
  errors: {
    A0230: '当前页面已失效，请重新登录',
  },
  signIn,
  validation: {
    userNameEmpty: '用户名不能为空',
    passwordEmpty: '密码不能为空',
  },
}
