import { testGeneration } from './testGeneration';

testGeneration('middle');
