import {
  clientAuthentications,
  departmentSources,
  entraClouds,
  ldapSchemas,
  ldapSecurities,
  type SignOnForm,
} from '@netward/contract/sign-on-values'

export type SignOnField =
  | {
      readonly name: string
      readonly kind:
        | 'text'
        | 'optional'
        | 'secret'
        | 'optionalSecret'
        | 'url'
        | 'guid'
        | 'area'
        | 'optionalArea'
        | 'day'
        | 'port'
    }
  | {
      readonly name: string
      readonly kind: 'choice'
      readonly phrases:
        | 'clouds'
        | 'clientAuthentications'
        | 'departmentSources'
        | 'ldapSecurities'
        | 'ldapSchemas'
      readonly options: readonly string[]
    }

const of = (kind: Exclude<SignOnField['kind'], 'choice'>, ...names: string[]): SignOnField[] =>
  names.map((name) => ({ name, kind }))

/** Fields of each kind, in the order of its form; `bases` stand apart, since most companies keep the usual ones. */
export const signOnTable: Readonly<
  Record<SignOnForm, { fields: readonly SignOnField[]; bases: readonly string[] }>
> = {
  wecom: {
    fields: [
      ...of('text', 'corpId', 'agentId'),
      ...of('secret', 'secret'),
      ...of('optionalSecret', 'contactSecret', 'eventToken', 'eventKey'),
    ],
    bases: ['apiBase', 'qrBase', 'insideBase'],
  },
  dingtalk: {
    fields: [
      ...of('text', 'clientId'),
      ...of('secret', 'secret'),
      ...of('text', 'corpId'),
      ...of('optionalSecret', 'eventToken', 'eventKey'),
    ],
    bases: ['signInBase', 'apiBase', 'directoryBase'],
  },
  entra: {
    fields: [
      { name: 'cloud', kind: 'choice', phrases: 'clouds', options: entraClouds },
      ...of('guid', 'tenantId', 'clientId'),
      ...of('secret', 'secret'),
      ...of('day', 'secretEndsOn'),
      {
        name: 'departmentsFrom',
        kind: 'choice',
        phrases: 'departmentSources',
        options: departmentSources,
      },
    ],
    bases: [],
  },
  oidc: {
    fields: [
      ...of('url', 'issuer'),
      ...of('text', 'clientId'),
      ...of('secret', 'secret'),
      ...of('day', 'secretEndsOn'),
      {
        name: 'clientAuthentication',
        kind: 'choice',
        phrases: 'clientAuthentications',
        options: clientAuthentications,
      },
      ...of('text', 'scopes'),
    ],
    bases: [],
  },
  saml: {
    fields: [
      ...of('text', 'entityId'),
      ...of('url', 'signInUrl'),
      ...of('area', 'certificates'),
      ...of('optional', 'nameAttribute', 'mailAttribute', 'signOutUrl'),
    ],
    bases: [],
  },
  feishu: {
    fields: [
      ...of('text', 'appId'),
      ...of('secret', 'secret'),
      ...of('optionalSecret', 'eventToken', 'eventKey'),
    ],
    bases: ['signInBase', 'apiBase'],
  },
  ldap: {
    fields: [
      { name: 'schema', kind: 'choice', phrases: 'ldapSchemas', options: ldapSchemas },
      ...of('text', 'host'),
      { name: 'security', kind: 'choice', phrases: 'ldapSecurities', options: ldapSecurities },
      ...of('port', 'port'),
      ...of('optionalArea', 'ca'),
      ...of('text', 'bindDn'),
      ...of('secret', 'secret'),
      ...of('text', 'baseDn', 'nameAttribute'),
      ...of('optional', 'filter', 'departmentFilter', 'groupBaseDn'),
    ],
    bases: [],
  },
}

/** Values of a new channel; base addresses and the like as the contract has them by default. */
export const signOnDefaults: Readonly<Record<SignOnForm, Readonly<Record<string, unknown>>>> = {
  wecom: {
    sendsMessages: false,
    apiBase: 'https://qyapi.weixin.qq.com',
    qrBase: 'https://login.work.weixin.qq.com',
    insideBase: 'https://open.weixin.qq.com',
  },
  dingtalk: {
    sendsMessages: false,
    agentId: '',
    signInBase: 'https://login.dingtalk.com',
    apiBase: 'https://api.dingtalk.com',
    directoryBase: 'https://oapi.dingtalk.com',
  },
  entra: {
    cloud: 'global',
    signInBase: '',
    graphBase: '',
    departmentsFrom: 'attribute',
    groupPrefix: '',
    secretEndsOn: null,
  },
  oidc: { clientAuthentication: 'post', scopes: 'openid profile email', secretEndsOn: null },
  saml: { nameAttribute: '', mailAttribute: '', signOutUrl: '' },
  feishu: {
    sendsMessages: false,
    signInBase: 'https://accounts.feishu.cn',
    apiBase: 'https://open.feishu.cn',
  },
  ldap: {
    schema: 'ad',
    security: 'tls',
    port: 636,
    nameAttribute: 'sAMAccountName',
    filter: '',
    departmentFilter: '',
    groupBaseDn: '',
    ca: '',
  },
}

export const ruleDefaults = {
  offered: true,
  admits: 'linked',
  defaultRole: 'user_layer',
  domains: [],
  trustsSecondFactor: false,
  secondFactorValues: [],
  passwordOff: false,
  breakGlassId: null,
}
