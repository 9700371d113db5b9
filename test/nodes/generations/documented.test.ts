import { testGeneration } from './testGeneration';

testGeneration('documented');
