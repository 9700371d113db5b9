import { readPrintedObjects } from '../kubernetes/printedObjects';
import { admissionFact, askAdmission, unknownAdmission } from './admissionController';
import { checkNodes } from './check';
import { readVendorDomain } from './gpus';
import { gpuSupportFact, unknownGpuSupport } from './gpuSupport';

/** Whether nodes are set up as the platform needs them; needs no platform and no cluster. */
export const nodeReadiness = {
  check: checkNodes,
  readVendorDomain,
  readPrintedObjects,
  admissionFact,
  askAdmission,
  unknownAdmission,
  gpuSupportFact,
  unknownGpuSupport,
};
