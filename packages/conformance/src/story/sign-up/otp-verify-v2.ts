import { requestProxyCode, verificationInput, verificationRefusals } from '../passcodes.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ visitor }) => visitor,
  after: ['otpInitV2'],
  input: (stage, requested) => verificationInput(stage, stage.visitor, requested?.output, requested?.input.contact),
  refusals: verificationRefusals(requestProxyCode),
} satisfies Story;
