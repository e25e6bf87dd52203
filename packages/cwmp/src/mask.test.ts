import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeEnvelope } from './envelope.ts'
import { maskSecrets } from './mask.ts'
import { emptyHeader } from './messages.ts'
import { isXmlText } from './xml.ts'

const secret = 'hunter2<x>'
const namespace = 'urn:dslforum-org:cwmp-1-0'

describe('masking', () => {
  test('values of secret parameters go, others stay, the document stays whole', () => {
    const body = encodeEnvelope({
      namespace,
      header: emptyHeader,
      message: {
        method: 'SetParameterValues',
        parameterKey: 'k',
        values: [
          { name: 'Device.ManagementServer.Username', value: 'alice', type: 'string' },
          { name: 'Device.ManagementServer.Password', value: secret, type: 'string' },
          { name: 'Device.DeviceInfo.ProvisioningCode', value: 'PC', type: 'string' },
        ],
      },
    })
    const masked = maskSecrets(body)
    expect(masked).not.toContain('hunter2')
    expect(masked).toContain('alice')
    expect(masked).toContain('>PC<')
    expect(masked).toContain('<Value xsi:type="xsd:string">***</Value>')
  })

  test.each([
    ['a transfer', '<Download><Username>u</Username><Password>hunter2</Password></Download>'],
    ['another prefix and case', '<x:PASSWORD a="b">hunter2</x:PASSWORD>'],
    [
      'a value before its name',
      '<ParameterValueStruct><Value>hunter2</Value><Name>A.Password</Name></ParameterValueStruct>',
    ],
    [
      'a name in CDATA',
      '<ParameterValueStruct><Name><![CDATA[A.Password]]></Name><Value>hunter2</Value></ParameterValueStruct>',
    ],
    ['a name with a comment', '<Name>A.Pass<!-- -->word</Name><Value>hunter2</Value>'],
    ['a name in references', '<Name>A.Passwor&#100;</Name><Value>hunter2</Value>'],
    ['a document that is cut', '<Name>A.Password</Name><Value>hunter2'],
    ['a value in CDATA', '<Name>A.Password</Name><Value><![CDATA[<Name>hunter2</Name>]]></Value>'],
    ['credentials in a URL', '<URL>http://user:hunter2@files.example/x</URL>'],
    ['an enrolment URL', '<Value>http://acs.example/t/hunter2-hunter2</Value>'],
    ['the URL of a download test', `<Value>http://acs.example/d/hunter2${'x'.repeat(36)}</Value>`],
    ['the URL of an upload test', `<Value>http://acs.example/u/hunter2${'x'.repeat(36)}</Value>`],
    ['the URL of a file', '<URL>http://acs.example/f/hunter2-hunter2</URL>'],
    [
      'a fault that quotes it',
      '<SetParameterValuesFault><ParameterName>A.Password</ParameterName><FaultCode>9007</FaultCode><FaultString>bad: hunter2</FaultString></SetParameterValuesFault>',
    ],
  ])('%s hides it', (_what, text) => {
    expect(maskSecrets(text)).not.toContain('hunter2')
  })

  test('whatever the secret is, it is not in what is stored', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 12 }).filter((text) => isXmlText(text) && /^[^*]+$/.test(text)),
        (value) => {
          const values = [{ name: 'Device.ManagementServer.Password', value: `<${value}>`, type: 'string' }]
          const message = { method: 'SetParameterValues', parameterKey: '', values } as const
          const plain = encodeEnvelope({
            namespace,
            header: emptyHeader,
            message: { ...message, values: [] },
          })
          const masked = maskSecrets(encodeEnvelope({ namespace, header: emptyHeader, message }))
          expect(masked.length).toBeLessThan(plain.length + 200)
          expect(masked).toContain('>***</Value>')
        },
      ),
    )
  })

  test.each([
    '<Name ',
    '<Value>',
    '<Password>',
    '<Name>A.Password</Name>',
    'a:',
    'http://',
    '<ParameterValueStruct>',
    '/t/',
  ])('a megabyte of %s is settled in linear time', (piece) => {
    const started = performance.now()
    maskSecrets(piece.repeat(1_000_000 / piece.length))
    expect(performance.now() - started).toBeLessThan(4000)
  })
})
